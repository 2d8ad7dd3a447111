/** Excel's number format for a UserDateFormat with the time of day. */
export const dateFormat = (userDateFormat: number): string => {
  if (userDateFormat === 1) return "dd\\/mm\\/yyyy\\ hh:mm";
  if (userDateFormat === 2) return "mm\\/dd\\/yyyy\\ hh:mm";
  return "yyyy\\/mm\\/dd\\ hh:mm";
};
