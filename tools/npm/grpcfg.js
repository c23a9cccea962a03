#!/usr/bin/env node
// Runs the program for this machine, which the package carries; nothing is downloaded.
'use strict';

const {spawnSync} = require('child_process');
const path = require('path');

const kPrograms = {x64: 'grpcfg-linux-x86_64', arm64: 'grpcfg-linux-arm64'};
const kCouldNotRun = 2;  // as grpcfg itself says it

const program = process.platform === 'linux' ? kPrograms[process.arch] : undefined;
if (program === undefined) {
  console.error(`grpcfg: there is no program for ${process.platform} on ${process.arch} yet; ` +
                'run it in a Linux container or virtual machine');
  process.exit(kCouldNotRun);
}
const run = spawnSync(path.join(__dirname, 'bin', program), process.argv.slice(2),
                      {stdio: 'inherit'});
if (run.error) {
  console.error(`grpcfg: cannot run ${program}: ${run.error.message}`);
  process.exit(kCouldNotRun);
}
if (run.signal) {
  process.kill(process.pid, run.signal);
} else {
  process.exit(run.status);
}
