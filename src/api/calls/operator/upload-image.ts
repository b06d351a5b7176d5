// POST /uploadImage
import * as declared from '../../../contract/images.ts';
import type { NoImage } from '../../../ports/images.ts';
import { questionOf } from '../../call.ts';
import { ApiError } from '../../errors.ts';

const errorOf = ({ code, why }: NoImage): ApiError => {
  if (code === 'busy') return new ApiError('overloaded', why);
  if (code === 'full') return new ApiError('too_many', why, 'images');
  if (code === 'refused') return new ApiError('input_refused', why, 'image');
  return new ApiError('not_on_this_venue', why, 'images');
};

export const uploadImage = questionOf(declared.uploadImage, async ({ images, input }) => {
  const kept = await images.keep(Buffer.from(input.image, 'base64'), input.use ?? 'token');
  if ('code' in kept) throw errorOf(kept);
  return { path: kept.path };
});
