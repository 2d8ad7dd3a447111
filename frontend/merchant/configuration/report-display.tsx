import Stack from "@mui/material/Stack";
import { dateFormats, preferenceNames, rowStyles } from "#domain/shop/preference-labels.ts";
import { ChoiceField } from "../fields/choice-field.tsx";
import { useShopNow } from "../use-shop-now.ts";
import { CompactField } from "./compact-field.tsx";
import { RowsSample } from "./rows-sample.tsx";
import { Setting } from "./setting.tsx";
import { DateSample } from "./text-samples.tsx";
import { formatExample } from "./texts.ts";
import type { SectionContent } from "./use-announced-change.ts";

/** The look of reports in files, previews and live reports (S-2.2.7). */
export const ReportDisplay = ({ draft, problems, change }: SectionContent) => {
  const today = useShopNow();
  return (
    <Stack spacing={4}>
      <Setting labeled sample={<DateSample format={draft.UserDateFormat} today={today} />}>
        <ChoiceField
          label={preferenceNames.UserDateFormat}
          note={`On screens, in previews and in files. Today is ${formatExample(draft.UserDateFormat, today)}.`}
          problem={problems.UserDateFormat}
          choices={dateFormats.map(({ value, name }) => ({ value, name, note: formatExample(value, today) }))}
          value={draft.UserDateFormat}
          onChoose={(UserDateFormat) => change({ UserDateFormat }, "at-once")}
        />
      </Setting>
      <Setting labeled sample={<RowsSample style={draft.AlternateRowsStyle} of={preferenceNames.AlternateRowsStyle} />}>
        <ChoiceField
          label={preferenceNames.AlternateRowsStyle}
          note="Makes long reports easier to read, in Excel, HTML and previews."
          problem={problems.AlternateRowsStyle}
          choices={rowStyles}
          value={draft.AlternateRowsStyle}
          onChoose={(AlternateRowsStyle) => change({ AlternateRowsStyle }, "at-once")}
        />
      </Setting>
      <CompactField />
    </Stack>
  );
};
