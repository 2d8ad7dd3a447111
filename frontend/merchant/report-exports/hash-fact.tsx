import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import { CopyIcon } from "../../shared/ui/icons.tsx";
import { useCopy } from "../use-copy.ts";
import { InlineFacts } from "./inline-facts.tsx";

/** Shown characters of a hash. */
const letters = 12;

type HashFactProps = {
  name: string;
  value: string;
  meaning: string;
  /** The visible part of a value that isn't a hash. */
  shown?: readonly string[];
};

/** The beginning of a hash or another long value, with a button to copy all of it, and a sentence on its use. */
export const HashFact = ({ name, value, meaning, shown }: HashFactProps) => {
  const copy = useCopy();
  const copied = `The ${name.toLowerCase()} is copied to clipboard`;
  const refused = `Your browser doesn't allow copying. The ${name.toLowerCase()} is ${value}`;
  return (
    <>
      <Box component="span" sx={{ display: "inline-flex", alignItems: "flex-start", gap: 0.25 }}>
        {shown ? (
          <span>
            <InlineFacts of={shown} />
          </span>
        ) : (
          <Box component="code" title={value} sx={{ fontFamily: "monospace" }}>
            {value.slice(0, letters)}…
          </Box>
        )}
        <Tooltip title="Copy">
          <IconButton
            size="small"
            aria-label={`Copy the ${name.toLowerCase()}`}
            onClick={() => void copy(value, { copied, refused })}
            sx={{ my: -0.5 }}
          >
            <CopyIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      </Box>
      <Box component="span" sx={{ display: "block", color: "text.secondary" }}>
        {meaning}
      </Box>
    </>
  );
};
