// Serves a devnet on its own port.
import Fastify, { type FastifyInstance } from 'fastify';
import type { DevnetCalls } from './devnet.ts';
import { type PublishedInfo, publish } from './info.ts';
import { addDevnetRoutes, type Controls } from './routes.ts';

export type DevnetServer = { readonly published: PublishedInfo; readonly devnet: DevnetCalls; stop(): Promise<void> };

type ServerOptions = {
  readonly host: string;
  readonly port: number;
  readonly controls?: Controls;
  /** Adds further routes. */
  readonly addRoutes?: (app: FastifyInstance) => Promise<void>;
  /** If false, neither the server nor its connections keep the process running. */
  readonly keepsRunning?: boolean;
};

/** Stops the devnet when the server is stopped, and if the port is not available. */
export async function serveDevnet(
  devnet: DevnetCalls,
  { host, port, controls, addRoutes, keepsRunning = true }: ServerOptions,
): Promise<DevnetServer> {
  const app = Fastify({ forceCloseConnections: true });
  const stop = async () => {
    await app.close();
    await devnet.stop();
  };
  try {
    await addDevnetRoutes(app, devnet, controls);
    await addRoutes?.(app);
    if (!keepsRunning) app.server.on('connection', (socket) => socket.unref()).unref();
    return { published: publish(devnet, await app.listen({ host, port })), devnet, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
