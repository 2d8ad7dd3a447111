import { defaultI18nProvider, type I18nProvider } from "react-admin";

/** The server counts only up to the last row that can be paged to. */
const counted = 10_000;

type Range = { offsetBegin?: number; offsetEnd?: number; total?: number };

/** Texts of lists; a list beyond the counted limit says so. */
export const listTexts: I18nProvider = {
  ...defaultI18nProvider,
  translate: (key, options) => {
    const { offsetBegin, offsetEnd, total = 0 } = (options ?? {}) as Range;
    return key === "ra.navigation.page_range_info" && total > counted
      ? `${offsetBegin}-${offsetEnd} of more than ${counted.toLocaleString("en")}`
      : defaultI18nProvider.translate(key, options);
  },
};
