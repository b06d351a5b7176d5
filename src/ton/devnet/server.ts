// Serves a devnet on its own port.
import Fastify from 'fastify';
import { Devnet, type DevnetOptions } from './devnet.ts';
import type { PublishedInfo } from './info.ts';
import { addDevnetRoutes, type Controls } from './routes.ts';

export type DevnetServer = { readonly published: PublishedInfo; readonly devnet: Devnet; stop(): Promise<void> };

export async function serveDevnet(
  options: DevnetOptions & { readonly host: string; readonly port: number; readonly controls?: Controls },
): Promise<DevnetServer> {
  const { host, port, controls, ...rest } = options;
  const devnet = await Devnet.start(rest);
  const app = Fastify({ forceCloseConnections: true });
  try {
    await addDevnetRoutes(app, devnet, controls);
    const origin = await app.listen({ host, port });
    return {
      published: devnet.publish(origin),
      devnet,
      async stop() {
        await app.close();
        await devnet.stop();
      },
    };
  } catch (error) {
    await app.close();
    await devnet.stop();
    throw error;
  }
}
