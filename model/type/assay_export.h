/* assay_export.h - marks the symbols that the shared library exports; all others stay hidden. */
#ifndef ASSAY_EXPORT_H
#define ASSAY_EXPORT_H

#if defined(__GNUC__)
#define ASSAY_API __attribute__((visibility("default")))
#else
#define ASSAY_API
#endif

#endif
