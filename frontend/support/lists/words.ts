import { defaultI18nProvider, type I18nProvider } from "react-admin";

/** The server counts no further than the last row that can be leafed to. */
const counted = 10_000;

type Range = { offsetBegin?: number; offsetEnd?: number; total?: number };

/** The words of lists: one that is longer than what is counted says so. */
export const listWords: I18nProvider = {
  ...defaultI18nProvider,
  translate: (key, options) => {
    const { offsetBegin, offsetEnd, total = 0 } = (options ?? {}) as Range;
    return key === "ra.navigation.page_range_info" && total > counted
      ? `${offsetBegin}-${offsetEnd} of more than ${counted.toLocaleString("en")}`
      : defaultI18nProvider.translate(key, options);
  },
};
