#!/usr/bin/env -S node --max-semi-space-size=8 --v8-pool-size=1
// The installed command. By itself its first thread would let 64 MB of garbage gather, which is no quicker to collect than 16.
// V8 compiles and marks garbage on one thread beside ours: its usual four take the cores from the threads that answer.
require('./check-node.cjs');
import('../dist/main.js');
