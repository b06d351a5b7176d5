// An npm registry that has one package, from its tarball, and sends requests for all others to the registry that npm is set to.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export async function serveTarball(tarball: string): Promise<{ readonly url: string; close(): void }> {
  const bytes = readFileSync(tarball);
  const tar = (...args: string[]) => execFileSync('tar', [...args], { encoding: 'utf8' });
  const manifest = JSON.parse(tar('-xzOf', tarball, 'package/package.json')) as { name: string; version: string };
  const files = tar('-tzf', tarball).split('\n');
  const others = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const server = createServer((request, response) => {
    const path = request.url as string;
    if (path === '/package.tgz') return response.end(bytes);
    if (path !== `/${manifest.name}`) return response.writeHead(307, { location: new URL(path, others).href }).end();
    const version = {
      ...manifest,
      // npm reads the file only if the registry says that there is one.
      _hasShrinkwrap: files.includes('package/npm-shrinkwrap.json'),
      dist: {
        tarball: `http://${request.headers.host}/package.tgz`,
        integrity: `sha512-${createHash('sha512').update(bytes).digest('base64')}`,
      },
    };
    const versions = { [manifest.version]: version };
    const body = { name: manifest.name, 'dist-tags': { latest: manifest.version }, versions };
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}
