// GET /getBranding and POST /setBranding
import { type BrandFields, FAULTS } from '../../../brand/fields.ts';
import * as declared from '../../../contract/brand.ts';
import { questionOf } from '../../call.ts';
import { ApiError } from '../../errors.ts';

export const getBranding = questionOf(declared.getBranding, ({ brand }) => brand.now());

export const setBranding = questionOf(declared.setBranding, async ({ brand, images, input }) => {
  const change = input as Partial<BrandFields>;
  for (const [name, text] of Object.entries(change) as [keyof BrandFields, string][]) {
    const fault = text === '' ? undefined : FAULTS[name](text);
    if (fault === undefined) continue;
    const isUnfit = name === 'accent' && /^#[0-9a-f]{6}$/i.test(text);
    if (isUnfit) throw new ApiError('input_refused', `${name} ${fault}.`, 'accent');
    throw new ApiError('invalid_request', `${name} ${fault}.`);
  }
  if (change.logo && !(await images.iconsOf(change.logo))) {
    throw new ApiError('invalid_request', 'logo must be a path that uploadImage returned for use "exchange".');
  }
  const accent = change.accent === undefined ? {} : { accent: change.accent.toLowerCase() };
  return brand.set({ ...change, ...accent });
});
