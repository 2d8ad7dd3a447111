import type { QueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";
import type { Troubles } from "../shared/api/troubles.ts";
import type { Drafts } from "../shared/drafts/drafts.ts";
import type { FlashBox } from "../shared/session/flash.ts";
import type { Session, SessionState } from "../shared/session/session.ts";
import type { AppConfig, MerchantApi } from "./api.ts";

/** What every screen may use. Made once in main.tsx. */
export type Services = {
  api: MerchantApi;
  session: Session;
  flash: FlashBox;
  queryClient: QueryClient;
  /** What was typed and is not saved yet. */
  drafts: Drafts;
  /** What the server cannot do now. */
  troubles: Troubles;
  /**
   * Ends the session in this browser: account, cached answers, remembered position. A log-out wipes the drafts, too; a log-in that has
   * merely ended keeps them for the same shop.
   */
  signOut: (options: { keepDrafts: boolean }) => void;
  /** Ends a look of support in this browser, and says so and why on a page that stays. Nothing where it has ended already. */
  leaveLook: (why: string, options: { keepDrafts: boolean }) => void;
  /** Leaves for an address outside the app (the store platform). */
  leaveFor: (url: string) => void;
};

const ServicesContext = createContext<Services | null>(null);

export const ServicesProvider = ({ value, children }: { value: Services; children: ReactNode }) => (
  <ServicesContext.Provider value={value}>{children}</ServicesContext.Provider>
);

export const useServices = (): Services => {
  const services = useContext(ServicesContext);
  if (services === null) throw new Error("useServices works inside ServicesProvider only.");
  return services;
};

/** Who is logged in, or null; follows log-in and log-out, of other tabs too. */
export const useSession = (): SessionState => {
  const { session } = useServices();
  return useSyncExternalStore(session.subscribe, session.current);
};

/** Nothing is known of the installation until `app-config` has answered, or when it does not. */
export const unknownConfig: AppConfig = {
  Environment: "",
  Links: { Review: null, Chat: null, AppStore: null, SupportEmail: null, PostalAddress: null },
  DemoShops: [],
};
