// Tests of the page see its English texts.
import { speak } from '../web/src/words/words.ts';

await speak('en');
