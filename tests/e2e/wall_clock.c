/* Loaded before a program: the time of day is as many seconds off as the file named by WALL_CLOCK says. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int clock_gettime(clockid_t id, struct timespec* time) {
  static int (*real)(clockid_t, struct timespec*);
  if (real == NULL) real = (int (*)(clockid_t, struct timespec*))dlsym(RTLD_NEXT, "clock_gettime");
  const int failed = real(id, time);
  if (failed || id != CLOCK_REALTIME) return failed;
  FILE* const file = fopen(getenv("WALL_CLOCK"), "r");
  long seconds = 0;
  if (file != NULL && fscanf(file, "%ld", &seconds) == 1) time->tv_sec += seconds;
  if (file != NULL) fclose(file);
  return 0;
}
