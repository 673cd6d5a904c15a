/** For the list of providers that are not shown at once. */
export const moreCss =
  ".more>summary{list-style:none}.more>summary::-webkit-details-marker{display:none}" +
  '.more>summary::after{content:"";inline-size:.5rem;block-size:.5rem;margin-block-start:-.25rem;border:solid currentColor;' +
  "border-width:0 1.5px 1.5px 0;transform:rotate(45deg)}.more[open]>summary::after{margin-block-start:.25rem;transform:rotate(225deg)}" +
  ".ways{display:grid;grid-template-columns:minmax(0,1fr);gap:.625rem;margin-block-start:.625rem}";

/** For the mark on the way that was used last. */
export const lastCss =
  ".last{display:inline-block;margin-inline-start:.5rem;padding:0 .5rem;border:1px solid currentColor;border-radius:1rem;" +
  "font-size:.75rem;line-height:1.25rem;font-weight:550;white-space:nowrap;vertical-align:bottom}";
