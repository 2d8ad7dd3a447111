/** A text of at most so many characters; of a longer one the first of them and `…`, never half a character. */
export const shortened = (text: string, most: number): string => {
  if (text.length <= most) return text;
  const characters = Array.from(text);
  return characters.length > most ? `${characters.slice(0, most).join("")}…` : text;
};
