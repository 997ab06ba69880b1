/* assay_export.h - marks what the shared library exports; everything else stays inside. */
#ifndef ASSAY_EXPORT_H
#define ASSAY_EXPORT_H

#if defined(__GNUC__)
#define ASSAY_API __attribute__((visibility("default")))
#else
#define ASSAY_API
#endif

#endif
