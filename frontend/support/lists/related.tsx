import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { type RaRecord, useRecordContext } from "react-admin";
import { Link } from "react-router-dom";

type RelatedProps = {
  /** `name`: the link's text. */
  lists: readonly {
    resource: string;
    filter: (id: string, record: RaRecord) => Readonly<Record<string, unknown>>;
    name: string;
  }[];
};

/** Links from an object to the lists of its related objects. */
export const Related = ({ lists }: RelatedProps) => {
  const record = useRecordContext();
  if (record === undefined) return null;
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: "wrap", gap: 1 }}>
      {lists.map(({ resource, filter, name }) => (
        <Button
          key={name}
          component={Link}
          to={`/${resource}?${new URLSearchParams({ filter: JSON.stringify(filter(String(record.id), record)) })}`}
          variant="outlined"
          color="inherit"
          size="small"
        >
          {name}
        </Button>
      ))}
    </Stack>
  );
};
