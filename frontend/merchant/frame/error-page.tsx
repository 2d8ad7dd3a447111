import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useResetErrorBoundaryOnLocationChange } from "ra-core";
import { Link as RouterLink } from "react-router-dom";
import { paths } from "../../shared/navigation/paths.ts";
import { widths } from "../../shared/theme/tokens.ts";
import { Brand } from "../../shared/ui/brand.tsx";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { usePageTitle } from "../../shared/ui/use-page-title.ts";

type ErrorPageProps = { error: Error; resetErrorBoundary: (reason?: unknown) => void };

/** Shown when a screen crashed, with exits that always work. */
export const ErrorPage = ({ error, resetErrorBoundary }: ErrorPageProps) => {
  usePageTitle("Something went wrong");
  useResetErrorBoundaryOnLocationChange(resetErrorBoundary);
  return (
    <Box
      component="main"
      id="main"
      tabIndex={-1}
      sx={{ p: { xs: 2, sm: 3 }, maxWidth: widths.page + 48, mx: "auto", outline: 0 }}
    >
      <Brand />
      <EmptyState
        heading="h1"
        illustration="broken"
        title="Something went wrong"
        text={
          <>
            <span role="alert">This page couldn't be shown. Reloading it usually helps.</span>
            <Typography
              variant="body2"
              sx={{ mt: 2, p: 1.5, borderRadius: 1, bgcolor: "surface.sunken", overflowWrap: "anywhere" }}
            >
              {error.message}
            </Typography>
          </>
        }
        action={
          <>
            <Button variant="contained" onClick={() => window.location.reload()}>
              Reload
            </Button>
            <Button variant="outlined" color="inherit" component={RouterLink} to={paths.home}>
              Go to the start page
            </Button>
          </>
        }
      />
    </Box>
  );
};
