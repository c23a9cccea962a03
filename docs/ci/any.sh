#!/bin/sh
# For any CI system that has git and grpcfg: sh any.sh [BASE]. With BASE, say origin/main, only what
# came since the branch left it counts. The exit status is that of grpcfg: 0, 1 for findings, 2 if it
# could not run.
set -eu
reports=${REPORTS:-reports}
mkdir -p "$reports"
exec grpcfg check ${1:+"--since=$1..."} --format text --format "junit:$reports/grpcfg.xml" \
  --format "checkstyle:$reports/grpcfg-checkstyle.xml" --format "sarif:$reports/grpcfg.sarif" .
