import { defaultI18nProvider, type I18nProvider } from "react-admin";

/** Maximum rows that the server counts: up to the last that can be paged to. */
const counted = 10_000;

type Range = { offsetBegin?: number; offsetEnd?: number; total?: number };

/** React-admin's saved queries are called views here. Nothing else is saved or confirmed. */
const words: Readonly<Record<string, string>> = {
  "ra.action.add_filter": "Filters and views",
  "ra.action.confirm": "Remove view",
  "ra.action.save": "Save view",
  "ra.saved_queries.new_label": "Save this view",
  "ra.saved_queries.new_dialog_title": 'Save this view. The list opens with the one named "Default".',
  "ra.saved_queries.query_name": "Name",
  "ra.saved_queries.remove_label_with_name": 'Remove "%{name}"',
  "ra.saved_queries.remove_dialog_title": "Remove this view?",
  "ra.saved_queries.remove_message": "The list keeps its filters, so you can save them again.",
};

/** Texts of lists and of their saved views. A list beyond the counted limit says so. */
export const listTexts: I18nProvider = {
  ...defaultI18nProvider,
  translate: (key, options) => {
    const { offsetBegin, offsetEnd, total = 0 } = (options ?? {}) as Range;
    const word = words[key];
    if (word !== undefined) return defaultI18nProvider.translate(word, { ...options, _: word });
    return key === "ra.navigation.page_range_info" && total > counted
      ? `${offsetBegin}-${offsetEnd} of more than ${counted.toLocaleString("en")}`
      : defaultI18nProvider.translate(key, options);
  },
};
