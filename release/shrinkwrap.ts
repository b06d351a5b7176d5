// node release/shrinkwrap.ts: writes npm-shrinkwrap.json into the tarball, so that people install the versions that were tested.
import { readFileSync, writeFileSync } from 'node:fs';

type Locked = { readonly dev?: boolean; readonly devDependencies?: unknown };
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};
// npm installs every package that the file of a dependency lists, those for its development too.
const used = Object.entries(lock.packages).filter(([, { dev }]) => !dev);
const packages = Object.fromEntries(used.map(([path, { devDependencies: _, ...locked }]) => [path, locked]));
writeFileSync('npm-shrinkwrap.json', JSON.stringify({ ...lock, packages }, null, 2));
