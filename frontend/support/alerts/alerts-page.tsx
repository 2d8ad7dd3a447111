import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import List from "@mui/material/List";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemText from "@mui/material/ListItemText";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { Title } from "react-admin";
import { Link } from "react-router-dom";
import { alertDefinitions } from "#domain/console/alerts.ts";
import type { ConsoleAlert } from "#domain/wire/support/console-alerts.ts";
import { widths } from "../../shared/theme/tokens.ts";
import { RefreshIcon } from "../../shared/ui/icons.tsx";
import { usePageTitle } from "../../shared/ui/use-page-title.ts";
import { readAlerts } from "../calls.ts";
import { formatInstantText } from "../lists/console-list.tsx";

const pollEveryMs = 30_000;

type Known = (typeof alertDefinitions)[number] & Pick<ConsoleAlert, "count" | "since">;

const addressOf = ({ list, filter }: Known): string =>
  `/${list}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;
const wordsOf = ({ count, each, every }: Known): string => `${count} ${count === 1 ? each : every}`;

const Signs = ({ label, known }: { label: string; known: readonly Known[] }) => (
  <Paper variant="outlined">
    <List disablePadding aria-label={label}>
      {known.map((sign) => (
        <li key={sign.name}>
          <ListItemButton component={Link} to={addressOf(sign)} divider={sign !== known.at(-1)}>
            <ListItemText
              primary={wordsOf(sign)}
              secondary={sign.since === null ? undefined : `Since ${formatInstantText(sign.since)}`}
              slotProps={{ primary: { sx: { fontWeight: sign.count > 0 ? 600 : 400 } } }}
            />
          </ListItemButton>
        </li>
      ))}
    </List>
  </Paper>
);

/** Current alerts, counted every 30 s while visible. Each count links to its list. */
export const AlertsPage = () => {
  usePageTitle("Needs attention · Support");
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["signs"],
    queryFn: readAlerts,
    refetchInterval: pollEveryMs,
    retry: false,
  });
  const alerts = alertDefinitions.flatMap((sign): Known[] => {
    const found = data?.signs.find(({ id }) => id === sign.name);
    return found === undefined ? [] : [{ ...sign, count: found.count, since: found.since }];
  });
  const [shown, quiet] = [alerts.filter(({ count }) => count > 0), alerts.filter(({ count }) => count === 0)];
  return (
    <Box sx={{ maxWidth: widths.text, pt: 3, display: "grid", gap: 2 }}>
      <Title title="Needs attention" />
      <Box sx={{ display: "flex", gap: 2, alignItems: "center", justifyContent: "space-between" }}>
        <Typography color="textSecondary">
          {data === undefined ? "Checking" : `Checked ${formatInstantText(data.lookedAt)}`}
        </Typography>
        <Button startIcon={<RefreshIcon />} disabled={isFetching} onClick={() => void refetch()} sx={{ flex: "none" }}>
          Check again
        </Button>
      </Box>
      {error !== null && (
        <Alert severity="error">
          {error.message} {data !== undefined && "These counts are from the last successful check."}
        </Alert>
      )}
      {data !== undefined && shown.length === 0 && <Alert severity="success">Nothing needs attention right now.</Alert>}
      {shown.length > 0 && <Signs label="Needs you" known={shown} />}
      {quiet.length > 0 && (
        <Box>
          <Typography variant="h2" sx={{ mb: 1 }}>
            All well
          </Typography>
          <Signs label="All well" known={quiet} />
        </Box>
      )}
    </Box>
  );
};
