// POST /uploadImage
import * as declared from '../../../contract/images.ts';
import type { NoImage } from '../../../ports/images.ts';
import { questionOf } from '../../call.ts';
import { ApiError } from '../../errors.ts';

const CODES = {
  refused: 'image_refused',
  full: 'too_many_images',
  unavailable: 'not_available',
  busy: 'overloaded',
} as const satisfies Record<NoImage['code'], string>;

export const uploadImage = questionOf(declared.uploadImage, async ({ images, input }) => {
  const kept = await images.keep(Buffer.from(input.image, 'base64'), input.use ?? 'token');
  if ('code' in kept) throw new ApiError(CODES[kept.code], kept.why);
  return { path: kept.path };
});
