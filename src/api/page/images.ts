// GET /images/<name>: uploaded images, under names that change with their content. A policy keeps browsers from running scripts in them.
import type { FastifyInstance } from 'fastify';
import type { Images } from '../../ports/images.ts';
import type { ReadsInFlight } from '../door/reads-in-flight.ts';

export function registerImages(app: FastifyInstance, images: Images, reads: ReadsInFlight): void {
  app.get<{ Params: { name: string } }>('/images/:name', async (request, reply) => {
    const image = await reads.run(request.ip, () => images.find(request.params.name));
    if (!image) return reply.callNotFound();
    const etag = `"${request.params.name}"`;
    reply.header('cache-control', 'public, max-age=31536000, immutable').header('etag', etag);
    reply.header('content-security-policy', "default-src 'none'; sandbox");
    // Other sites may load the images, which contain nothing private: wallets show the logos of the token list.
    reply.header('cross-origin-resource-policy', 'cross-origin');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.header('content-type', image.type).send(image.data);
  });
}
