/* test_rtl_ports.c - the ports of an elaborated design (attach/rtl_ports.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "attach/rtl_ports.h"

static const char xml[] =
    "<verilator_xml><files><file id=\"c\" filename=\"rtl/a &amp; b.sv\"/></files>"
    "<netlist><module name=\"sub\"><var loc=\"c,1,1,1,2\" name=\"no\" dtype_id=\"1\" dir=\"input\""
    " origName=\"no\"/></module>"
    "<module loc=\"c,3,8,3,11\" name=\"top\" origName=\"top\" topModule=\"1\">"
    "<var loc=\"c,4,1,4,2\" name=\"W\" dtype_id=\"1\" vartype=\"logic\" origName=\"W\" "
    "param=\"true\"/>"
    "<var loc=\"c,5,1,5,2\" name=\"clk\" dtype_id=\"2\" dir=\"input\" origName=\"clk\"/>"
    "<var loc=\"c,6,1,6,2\" name=\"b\" dtype_id=\"4\" dir=\"output\" origName=\"b\"/>"
    "<var loc=\"c,7,1,7,2\" name=\"s\" dtype_id=\"16\" dir=\"input\" origName=\"s\"/>"
    "<var loc=\"c,8,1,8,2\" name=\"u\" dtype_id=\"9\" dir=\"input\" origName=\"u\"/>"
    "<var loc=\"c,9,1,9,2\" name=\"z\" dtype_id=\"2\" dir=\"inout\" origName=\"z\"/>"
    "<var loc=\"c,9,3,9,4\" name=\"up\" dtype_id=\"8\" dir=\"output\" origName=\"up\"/>"
    "<var loc=\"c,10,1,10,2\" name=\"inner\" dtype_id=\"2\" origName=\"inner\"/>"
    "<var loc=\"c,1,5,1,6\" name=\"L\" dtype_id=\"1\" origName=\"L\" localparam=\"true\"/></module>"
    "<typetable><basicdtype id=\"1\" name=\"logic\" left=\"31\" right=\"0\"/>"
    "<basicdtype id=\"2\" name=\"logic\"/><basicdtype id=\"3\" name=\"logic\" left=\"4\" "
    "right=\"0\"/>"
    "<basicdtype id=\"8\" name=\"logic\" left=\"1\" right=\"4\"/>"
    "<packarraydtype id=\"4\" sub_dtype_id=\"3\"><range><const name=\"32&apos;sh0\" "
    "dtype_id=\"1\"/>"
    "<const name=\"32&apos;sh3\" dtype_id=\"1\"/></range></packarraydtype>"
    "<structdtype id=\"5\" name=\"s_t\"><memberdtype id=\"14\" name=\"x\" sub_dtype_id=\"3\"/>"
    "<memberdtype id=\"15\" name=\"e\" sub_dtype_id=\"11\"/></structdtype>"
    "<enumdtype id=\"11\" sub_dtype_id=\"12\"/><basicdtype id=\"12\" name=\"byte\"/>"
    "<refdtype id=\"16\" name=\"s_t\" sub_dtype_id=\"5\"/>"
    "<unpackarraydtype id=\"9\" "
    "sub_dtype_id=\"3\"><range/></unpackarraydtype></typetable></netlist>"
    "</verilator_xml>";

static void test_ports(void **state)
{
    struct assay_rtl_ports ports;
    const struct assay_rtl_port *p;

    (void)state;
    assert_true(assay_rtl_ports_read(xml, &ports));
    assert_int_equal(ports.n, 6);
    assert_int_equal(ports.n_params, 1);
    assert_string_equal(ports.param[0], "W");
    p = assay_rtl_ports_find(&ports, "clk");
    assert_non_null(p);
    assert_int_equal(p->direction, ASSAY_RTL_INPUT);
    assert_int_equal(p->width, 1);
    assert_string_equal(p->place, "rtl/a & b.sv:5");
    p = assay_rtl_ports_find(&ports, "b");
    assert_int_equal(p->direction, ASSAY_RTL_OUTPUT);
    assert_int_equal(p->width, 20);
    assert_int_equal(assay_rtl_ports_find(&ports, "s")->width, 13);
    assert_int_equal(assay_rtl_ports_find(&ports, "u")->width, 0);
    assert_int_equal(assay_rtl_ports_find(&ports, "z")->direction, ASSAY_RTL_INOUT);
    assert_int_equal(assay_rtl_ports_find(&ports, "up")->width, 4);
    assert_null(assay_rtl_ports_find(&ports, "inner"));
    assert_null(assay_rtl_ports_find(&ports, "no"));
    assay_rtl_ports_free(&ports);
    assert_false(assay_rtl_ports_read("<verilator_xml/>", &ports));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_ports)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
