import { zipped } from '../zip.js';
import { madeBy } from './made-by.js';
import type { ExportQuestion } from './question.js';
import { identOf, qtiXml } from './qti.js';

/** A content package with QTI 1.2, as Canvas and other systems import it. */
export function qtiZip(questions: readonly ExportQuestion[], name: string): Uint8Array {
  const ident = identOf(name);
  const path = `${ident}/${ident}.xml`;
  return zipped(
    new Map([
      ['imsmanifest.xml', manifest(ident, path)],
      [path, qtiXml(questions, name, { withMistakes: false })],
    ]),
  );
}

const manifest = (ident: string, path: string) => `<?xml version="1.0" encoding="UTF-8"?>
<!-- ${madeBy} -->
<manifest identifier="${ident}-package" xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1">
  <metadata>
    <schema>IMS Content</schema>
    <schemaversion>1.1.3</schemaversion>
  </metadata>
  <organizations/>
  <resources>
    <resource identifier="${ident}" type="imsqti_xmlv1p2" href="${path}">
      <file href="${path}"/>
    </resource>
  </resources>
</manifest>
`;

/** What the package leaves out. */
export function qtiNotes(questions: readonly ExportQuestion[]): readonly string[] {
  const left = questions.filter(({ answer }) => 'mistakes' in answer && answer.mistakes.length > 0);
  return left.length === 0
    ? []
    : ['Reasons for wrong typed answers are left out: Canvas would count such answers as right.'];
}
