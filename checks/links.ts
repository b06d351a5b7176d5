// Every link of a document to another file, or to a heading in one, leads somewhere.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The anchors of a document's headings, formed as code hosts form them. */
const anchorsOf = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/^#{1,6} (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

const documents = globSync([
  '*.md',
  'docs/*.md',
  'src/**/*.md',
  'web/*.md',
  'client/*.md',
  'devnet/*.md',
  'integrations/*/*.md',
  'ops/**/*.md',
]);
const broken = documents.flatMap((document) =>
  [...readFileSync(document, 'utf8').matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    const [path, anchor] = link.split('#');
    const target = path ? join(dirname(document), path) : document;
    const leads = existsSync(target) && (!anchor || anchorsOf(readFileSync(target, 'utf8')).has(anchor));
    return leads ? [] : [`${document}: ${link} leads nowhere`];
  }),
);
for (const line of broken) console.error(line);
if (broken.length > 0) process.exit(1);
console.log(`${documents.length} documents: every link leads somewhere`);
