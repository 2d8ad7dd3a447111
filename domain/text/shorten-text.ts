/** Cuts a text to `maxLength` characters and `…`. Never splits a character. */
export const shortenText = (text: string, maxLength: number): string => {
  if (text.length <= maxLength) return text;
  const characters = Array.from(text);
  return characters.length > maxLength ? `${characters.slice(0, maxLength).join("")}…` : text;
};
