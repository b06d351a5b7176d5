// Images: logos of tokens and of the exchange.
import Type from 'typebox';
import { declareCall } from './call.ts';
import { Fields } from './fields.ts';
import { LOGO, Str, Word } from './records.ts';

/** A PNG of one pixel in base64, as an example. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQI12MQj/QHAAFKAMClPoQMAAAAAElFTkSuQmCC';
const MAX_IMAGE_BYTES = 512 * 1024;
const MAX_BASE64 = Math.ceil(MAX_IMAGE_BYTES / 3) * 4;

export const uploadImage = declareCall({
  method: 'POST',
  who: 'operator',
  changes: true,
  takesNoKey: true,
  tag: 'Operator',
  name: 'uploadImage',
  needsProof: 'never',
  summary: 'Upload a logo',
  description:
    'Stores a PNG, JPEG or WebP of up to 512 kB and 2048 × 2048 pixels, not animated, and returns its path, for `logo` of registerToken, updateToken and setBranding. The same image has the same path.',
  input: Fields({
    image: Type.String({
      title: 'the file as base64, without a prefix such as data:image/png;base64',
      minLength: 1,
      maxLength: MAX_BASE64,
      pattern: '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
      description: 'The file as base64.',
      examples: [PIXEL],
    }),
    use: Type.Optional(
      Word('`token` (default), or `exchange` for the logo of the exchange itself.', 'token', 'exchange'),
    ),
  }),
  output: Type.Object({ path: Str('The path at which this server serves the image.', LOGO) }),
  bodyLimitBytes: MAX_BASE64 + 1024,
  refusals: ['input_refused image', 'too_many images', 'not_on_this_venue images'],
  weight: 20,
});
