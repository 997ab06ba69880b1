/*
 * icarus_error.c - $error for Icarus: prints its message and ends the simulation, as in Verilator.
 * The $error of vvp only prints, so a run with a failed assertion would pass. Values are printed
 * without padding.
 */
#include "sim/icarus_error.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <vpi_user.h>

static PLI_INT32 format_of(char conversion)
{
    switch (conversion) {
    case 'b':
    case 'B':
        return vpiBinStrVal;
    case 'h':
    case 'H':
    case 'x':
    case 'X':
        return vpiHexStrVal;
    case 'o':
    case 'O':
        return vpiOctStrVal;
    case 's':
    case 'S':
    case 'c':
    case 'C':
        return vpiStringVal;
    default:
        return vpiDecStrVal;
    }
}

static void print_value(vpiHandle argument, char conversion)
{
    s_vpi_value value = {.format = format_of(conversion)};
    const PLI_INT32 type = vpi_get(vpiType, argument);
    const bool real = type == vpiRealVar ||
                      (type == vpiConstant && vpi_get(vpiConstType, argument) == vpiRealConst);

    if (real)
        value.format = vpiRealVal;
    vpi_get_value(argument, &value);
    if (real)
        vpi_printf("%g", value.value.real);
    else
        vpi_printf("%s", value.value.str ? value.value.str : "");
}

/* Prints the conversion whose % is before `at`. Returns what follows it. */
static const char *print_conversion(const char *at, vpiHandle call, vpiHandle *arguments)
{
    vpiHandle argument;

    at += strspn(at, "-0123456789.");
    if (!*at) {
        vpi_printf("%%");
        return at;
    }
    if (*at == '%') {
        vpi_printf("%%");
    } else if (*at == 'm' || *at == 'M') {
        vpi_printf("%s", vpi_get_str(vpiFullName, vpi_handle(vpiScope, call)));
    } else if (*arguments && (argument = vpi_scan(*arguments)) != NULL) {
        print_value(argument, *at);
    } else {
        *arguments = NULL; /* vpi_scan has freed it */
        vpi_printf("%%%c", *at);
    }
    return at + 1;
}

static bool is_text(vpiHandle argument)
{
    return vpi_get(vpiType, argument) == vpiConstant &&
           vpi_get(vpiConstType, argument) == vpiStringConst;
}

static void print_text(const char *at, vpiHandle call, vpiHandle *arguments)
{
    while (*at) {
        const size_t n = strcspn(at, "%");

        vpi_printf("%.*s", (int)n, at);
        at += n;
        if (*at)
            at = print_conversion(at + 1, call, arguments);
    }
}

static PLI_INT32 on_error(PLI_BYTE8 *data)
{
    vpiHandle call = vpi_handle(vpiSysTfCall, NULL);
    vpiHandle arguments = vpi_iterate(vpiArgument, call), argument;

    (void)data;
    vpi_printf("ERROR: %s:%d: ", vpi_get_str(vpiFile, call), (int)vpi_get(vpiLineNo, call));
    while (arguments && (argument = vpi_scan(arguments)) != NULL) {
        if (is_text(argument)) {
            s_vpi_value text = {.format = vpiStringVal};
            char copy[4096];

            vpi_get_value(argument, &text);
            snprintf(copy, sizeof copy, "%s", text.value.str);
            print_text(copy, call, &arguments);
        } else {
            print_value(argument, 'd');
        }
    }
    vpi_printf("\n");
    vpi_control(vpiFinish, 0);
    return 0;
}

void assay_icarus_error(void)
{
    s_vpi_systf_data task = {vpiSysTask, 0, "$error", on_error, NULL, NULL, NULL};

    vpi_register_systf(&task);
}
