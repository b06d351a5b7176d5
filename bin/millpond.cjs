#!/usr/bin/env node
// The installed command: tells a Node that is too old so in one line, where the program itself would be a riddle to it.
if (Number.parseInt(process.versions.node, 10) >= 24) {
  import('../dist/main.js');
} else {
  console.error(`millpond: this is Node ${process.versions.node}, but version 24 or newer is needed`);
  process.exitCode = 2;
}
