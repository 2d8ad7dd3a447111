import Box from "@mui/material/Box";
import { type ReactNode, Suspense } from "react";
import { ExportsProvider } from "../exports/exports-provider.tsx";
import { useSession } from "../services.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { LoadingPage } from "./loading-page.tsx";
import { SkipLink } from "./skip-link.tsx";

/** Frame of the main layout. Without a log-in it only ever shows the 404 page, so it has no panel then. */
export const MainFrame = ({ children }: { children?: ReactNode }) => {
  const session = useSession();
  const page = (
    <Box sx={{ minHeight: "100vh", display: "flex", flexDirection: "column" }}>
      <SkipLink />
      <Header />
      <Box
        component="main"
        id="main"
        tabIndex={-1}
        sx={{
          flex: 1,
          width: "100%",
          maxWidth: 1200,
          mx: "auto",
          px: { xs: 2, sm: 3 },
          py: { xs: 3, sm: 4 },
          outline: 0,
        }}
      >
        <Suspense fallback={<LoadingPage />}>{children}</Suspense>
      </Box>
      <Footer />
    </Box>
  );
  return session === null ? page : <ExportsProvider key={session.account.id}>{page}</ExportsProvider>;
};
