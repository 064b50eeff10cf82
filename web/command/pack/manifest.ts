import { createHash } from 'node:crypto';
import { escapeText } from '../../lib/escape-text.js';
import type { Lesson } from './lesson.js';

/** As the standard's schema has it. */
const longestTitle = 200;

/** imsmanifest.xml of SCORM 1.2: one page that reports a score. */
export function scormManifest({ title, mastery, html }: Lesson, files: readonly string[]): string {
  const id = createHash('sha256').update(title).update(html).digest('hex').slice(0, 16);
  const score =
    mastery === null ? '' : `\n        <adlcp:masteryscore>${mastery}</adlcp:masteryscore>`;
  const name = escapeText([...title].slice(0, longestTitle).join(''));
  const names = files.filter((name) => name !== 'imsmanifest.xml');
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="manyheads-${id}" version="1.0"
  xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="lesson">
    <organization identifier="lesson">
      <title>${name}</title>
      <item identifier="page" identifierref="page-files">
        <title>${name}</title>${score}
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="page-files" type="webcontent" adlcp:scormtype="sco" href="index.html">
${names.map((name) => `      <file href="${escapeText(name)}"/>`).join('\n')}
    </resource>
  </resources>
</manifest>
`;
}
