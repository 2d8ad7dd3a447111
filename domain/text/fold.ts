const ascii = /^[\x20-\x7e]*$/;

/**
 * The form in which texts are compared 'ignoring case' (decision 17): composed (NFC), without blanks around, in lower case, with
 * one Greek sigma. Nothing else is equal: `Strasse` is not `Straße`, `Cafe` is not `Café`. No text beyond ASCII folds into ASCII,
 * but for the Kelvin sign, so that a search that only knows ASCII letters finds no less than we do.
 */
export const fold = (text: string): string =>
  ascii.test(text)
    ? text.trim().toLowerCase()
    : text.normalize("NFC").trim().toLowerCase().replaceAll("ς", "σ").normalize("NFC");
