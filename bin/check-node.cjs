// Says in one line that this Node is too old, in words that any Node can read: the program itself it could not even parse.
const OLDEST = 24;

if (Number(process.versions.node.split('.')[0]) < OLDEST) {
  console.error(
    `millpond: this is Node ${process.versions.node}, and Millpond needs ${OLDEST} or newer: see https://nodejs.org`,
  );
  process.exit(2);
}
