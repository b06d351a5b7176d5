#!/usr/bin/env node
// The installed command.
require('./check-node.cjs');
import('../dist/main.js');
