/**
 * The rules of ims_qtiasiv1p2.dtd (IMS, 2002) for the elements that we write: the children of each, in
 * order, and its attributes. The schema itself may not be passed on with this project.
 */
const empty = /^$/u;
const conditions = '(not |and |or |unanswered |other |varequal |varlt |varlte |vargt |vargte )';
const ofResponse = ['rcardinality', 'rtiming', 'ident'];
const yesNo = ['Yes', 'No'];

/** The values that attributes of any element may have, where the standard lists them. */
export const attributeValues = {
  rcardinality: ['Single', 'Multiple', 'Ordered'],
  rtiming: yesNo,
  numtype: ['Integer', 'Decimal', 'Scientific'],
  fibtype: ['String', 'Integer', 'Decimal', 'Scientific'],
  shuffle: yesNo,
  rshuffle: yesNo,
  vartype: ['Integer', 'String', 'Decimal', 'Scientific', 'Boolean', 'Enumerated', 'Set'],
  continue: yesNo,
  action: ['Set', 'Add', 'Subtract', 'Multiply', 'Divide'],
  feedbacktype: ['Response', 'Solution', 'Hint'],
  case: yesNo,
  'xml:space': ['preserve', 'default'],
  texttype: ['text/plain', 'text/html'], // any, in the standard; these are what systems know
  xmlns: ['http://www.imsglobal.org/xsd/ims_qtiasiv1p2'],
};

export const contentModels = {
  questestinterop: { model: /^(objectbank |assessment |(section |item )+)$/u, has: ['xmlns'] },
  assessment: {
    model: /^(qtimetadata )*(section )+$/u,
    has: ['ident', 'title', 'xml:lang'],
    must: ['ident'],
  },
  section: { model: /^(item )*$/u, has: ['ident', 'title', 'xml:lang'], must: ['ident'] },
  item: {
    model: /^(itemmetadata )?(presentation )?(resprocessing )*(itemfeedback )*$/u,
    has: ['ident', 'title', 'label', 'maxattempts', 'xml:lang'],
    must: ['ident'],
  },
  itemmetadata: { model: /^(qtimetadata )*$/u, has: [] },
  qtimetadata: { model: /^(qtimetadatafield )+$/u, has: [] },
  qtimetadatafield: { model: /^fieldlabel fieldentry $/u, has: ['xml:lang'] },
  fieldlabel: { model: empty, has: [] },
  fieldentry: { model: empty, has: [] },
  presentation: {
    model: /^(material |response_lid |response_str |response_num )+$/u,
    has: ['label', 'xml:lang'],
  },
  material: { model: /^(mattext )+$/u, has: ['label', 'xml:lang'] },
  mattext: { model: empty, has: ['texttype', 'xml:lang', 'xml:space'] },
  response_lid: { model: /^(material )?render_choice $/u, has: ofResponse, must: ['ident'] },
  response_str: { model: /^(material )?render_fib $/u, has: ofResponse, must: ['ident'] },
  response_num: {
    model: /^(material )?render_fib $/u,
    has: [...ofResponse, 'numtype'],
    must: ['ident'],
  },
  render_choice: { model: /^(response_label )*$/u, has: ['shuffle', 'minnumber', 'maxnumber'] },
  render_fib: { model: empty, has: ['fibtype', 'rows', 'maxchars', 'columns'] },
  response_label: { model: /^(material )*$/u, has: ['ident', 'rshuffle'], must: ['ident'] },
  resprocessing: { model: /^outcomes (respcondition )+$/u, has: ['scoremodel'] },
  outcomes: { model: /^(decvar )+$/u, has: [] },
  decvar: { model: empty, has: ['varname', 'vartype', 'minvalue', 'maxvalue', 'defaultval'] },
  respcondition: {
    model: /^conditionvar (setvar )*(displayfeedback )*$/u,
    has: ['continue', 'title'],
  },
  conditionvar: { model: new RegExp(`^${conditions}+$`, 'u'), has: [] },
  and: { model: new RegExp(`^${conditions}+$`, 'u'), has: [] },
  or: { model: new RegExp(`^${conditions}+$`, 'u'), has: [] },
  not: { model: new RegExp(`^${conditions}$`, 'u'), has: [] },
  other: { model: empty, has: [] },
  varequal: { model: empty, has: ['case', 'respident', 'index'], must: ['respident'] },
  vargte: { model: empty, has: ['respident', 'index'], must: ['respident'] },
  varlte: { model: empty, has: ['respident', 'index'], must: ['respident'] },
  setvar: { model: empty, has: ['varname', 'action'] },
  displayfeedback: { model: empty, has: ['feedbacktype', 'linkrefid'], must: ['linkrefid'] },
  itemfeedback: {
    model: /^(material |solution )+$/u,
    has: ['ident', 'title', 'view'],
    must: ['ident'],
  },
  solution: { model: /^(solutionmaterial )+$/u, has: ['feedbackstyle'] },
  solutionmaterial: { model: /^(material )+$/u, has: [] },
};

const part =
  /<\?xml version="1\.0" encoding="UTF-8"\?>|<!--(?:(?!--)[^])*-->|<(\/?)([A-Za-z_][\w:.-]*)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/uy;

/** Reads the XML that we write, which has no CDATA. Throws if it is not well-formed. */
export function readXml(text) {
  const [strange] = text.match(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u) ?? [];
  if (strange) throw new Error(`XML has no ${JSON.stringify(strange)}`);
  const root = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  part.lastIndex = 0;
  for (let end = 0; end < text.length; end = part.lastIndex) {
    const match = part.exec(text);
    if (!match) throw new Error(`not well-formed: ${text.slice(end, end + 80)}`);
    const [, close, name, attributes = '', isEmpty, content] = match;
    if (content !== undefined) {
      const bad = /&(?!(amp|lt|gt|quot);)/u.exec(content + attributes);
      if (bad) throw new Error(`an entity is missing: ${content.slice(bad.index, bad.index + 20)}`);
      open.at(-1).text += content;
    } else if (close) {
      if (open.pop().name !== name) throw new Error(`</${name}> ends another element`);
    } else if (name) {
      const pairs = [...attributes.matchAll(/([\w:.-]+)="([^"]*)"/gu)].map(([, key, value]) => [
        key,
        value,
      ]);
      const element = { name, attributes: Object.fromEntries(pairs), children: [], text: '' };
      open.at(-1).children.push(element);
      if (!isEmpty) open.push(element);
    }
  }
  if (open.length > 1 || root.children.length !== 1) throw new Error('an element has no end');
  return root.children[0];
}
