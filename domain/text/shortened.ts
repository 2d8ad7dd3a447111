/** Cuts a text to `most` characters and appends `…`. Never splits a character. */
export const shortened = (text: string, most: number): string => {
  if (text.length <= most) return text;
  const characters = Array.from(text);
  return characters.length > most ? `${characters.slice(0, most).join("")}…` : text;
};
