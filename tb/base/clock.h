/* clock.h - time for measurements and progress, in seconds. Never part of a verdict. */
#ifndef ASSAY_CLOCK_H
#define ASSAY_CLOCK_H

/* Seconds since some fixed moment; never goes back. */
double assay_now(void);

/* Processor time of this thread, in seconds. */
double assay_cpu_now(void);

#endif
