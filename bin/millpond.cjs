#!/usr/bin/env -S node --max-semi-space-size=8
// The installed command. By itself its first thread would let 64 MB of garbage gather, which is no quicker to collect than 16.
require('./check-node.cjs');
import('../dist/main.js');
