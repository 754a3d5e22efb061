/* The version of dpctl's interface that these headers belong to. */
#ifndef DPCTL_VERSION_H
#define DPCTL_VERSION_H

#define DPCTL_VERSION_MAJOR 0
#define DPCTL_VERSION_MINOR 20
#define DPCTL_VERSION_PATCH 2

#endif
