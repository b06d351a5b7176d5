// Tests of the page see its English texts.
import { speak, speakToOperators } from '../web/src/words/words.ts';

await speak('en');
await speakToOperators();
