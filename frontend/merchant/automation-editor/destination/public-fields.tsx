import IconButton from "@mui/material/IconButton";
import InputAdornment from "@mui/material/InputAdornment";
import TextField from "@mui/material/TextField";
import Tooltip from "@mui/material/Tooltip";
import { CopyIcon } from "../../../shared/ui/icons.tsx";
import { useCopy } from "../../use-copy.ts";
import { TextPart } from "../text-part.tsx";
import type { Editing } from "../use-automation-editor.ts";

type PublicFieldsProps = Editing & {
  /** The newest report's future address; null while unknown. */
  url: string | null;
  isPossible: boolean;
  /** True while reports don't go to the link yet. */
  isNext: boolean;
};

const notYet = "It won't work until reports are sent to it. ";
const whoReads =
  "Anyone with the link can read the newest planned report without logging in, until the next one takes its place. Test runs don't change it.";
const nameless = "Enter a name to see the link here.";
const notPossible =
  "This name can't be used: either none of its characters work in an address, or another automated report uses it. Choose another one.";

/** A link that always leads to the newest report. */
export const PublicFields = ({ url, isPossible, isNext, ...editing }: PublicFieldsProps) => {
  const copy = useCopy();
  const named = String(editing.state.draft["ReportDestination.PublicUrl.ReportName"] ?? "").trim() !== "";
  const copyUrl = (address: string) =>
    copy(address, {
      copied: "Public link copied",
      refused: "Your browser doesn't allow copying. Copy the link from the field.",
    });
  return (
    <>
      <TextPart
        {...editing}
        field="ReportDestination.PublicUrl.ReportName"
        hint="Up to 300 characters. It becomes the end of the link."
        more={{ required: true }}
      />
      <TextField
        label="Public link"
        value={url ?? ""}
        error={named && !isPossible}
        helperText={isPossible && named ? `${isNext ? notYet : ""}${whoReads}` : named ? notPossible : nameless}
        onFocus={(event) => event.target.select()}
        slotProps={{
          htmlInput: { translate: "no" },
          formHelperText: { "aria-live": "polite" },
          input: {
            readOnly: true,
            ...(url !== null && {
              endAdornment: (
                <InputAdornment position="end">
                  <Tooltip title="Copy">
                    <IconButton size="small" aria-label="Copy the public link" onClick={() => void copyUrl(url)}>
                      <CopyIcon fontSize="small" />
                    </IconButton>
                  </Tooltip>
                </InputAdornment>
              ),
            }),
          },
        }}
        sx={{ "& .MuiInputBase-root": { bgcolor: "surface.sunken" } }}
      />
    </>
  );
};
