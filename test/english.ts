// Loads the page's English texts for its tests.
import { speak, speakOf } from '../web/src/words/words.ts';

await speak('en');
await Promise.all([speakOf('books'), speakOf('operator'), speakOf('order')]);
