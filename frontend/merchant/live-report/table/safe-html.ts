/** Elements allowed in a report; others are removed with their content. */
const elements = new Set(
  "SECTION DIV H2 P B BR SPAN A IMG TABLE COLGROUP COL THEAD TBODY TFOOT TR TH TD SELECT OPTION".split(" "),
);

/** Allowed attributes, beside `data-…`. */
const attributes = new Set(
  "class scope role aria-label colspan rowspan lang dir value selected alt loading decoding width height".split(" "),
);

/** Column widths only, nothing that could be fetched. */
const onlySizes = /^(?:--[\w-]+:[\w\s(),.%-]+;?)+$/;
const onlyWidth = /^width:[\d.]+%;?$/;

const mayStay = (name: string, value: string): boolean =>
  attributes.has(name) ||
  name.startsWith("data-") ||
  (name === "style" && (onlySizes.test(value) || onlyWidth.test(value)));

const isWebAddress = (value: string): boolean => /^https?:\/\//i.test(value);
const mayLead = (value: string): boolean => isWebAddress(value) || /^mailto:/i.test(value);

const cleanAttributes = (element: Element): void => {
  for (const name of element.getAttributeNames()) {
    const value = element.getAttribute(name) ?? "";
    if (mayStay(name, value)) continue;
    if (name === "href" && element.tagName === "A" && mayLead(value)) continue;
    if (name === "src" && element.tagName === "IMG" && isWebAddress(value)) continue;
    element.removeAttribute(name);
  }
  if (element.tagName !== "A") return;
  element.setAttribute("target", "_blank");
  element.setAttribute("rel", "noopener noreferrer");
};

/**
 * Sanitizes a report's HTML. Removes scripts, styles, handlers and forms; only pictures are fetched. Parses in a
 * separate document, where nothing runs.
 */
export const safeReport = (html: string): DocumentFragment => {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  // Only HTML elements have upper-case names, so SVG and MathML are removed too.
  for (const element of body.querySelectorAll("*"))
    if (!elements.has(element.tagName)) element.remove();
    else if (element.hasAttributes()) cleanAttributes(element);
  const report = body.ownerDocument.createDocumentFragment();
  report.append(...body.childNodes);
  return report;
};
