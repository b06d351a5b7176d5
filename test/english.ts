// Tests of the page see its English texts.
import { speak, speakOf } from '../web/src/words/words.ts';

await speak('en');
await Promise.all([speakOf('operator'), speakOf('order')]);
