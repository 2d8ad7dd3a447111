/** Shape of every JSON answer (S-1.3; R-2). */
export type Envelope<Data> =
  | { Ok: true; Data: Data; ErrorCode: null; ErrorMessage: null; ErrorDetails: null; ErrorHelp: null }
  | {
      Ok: false;
      Data: null;
      ErrorCode: string;
      ErrorMessage: string;
      ErrorDetails: string | null;
      ErrorHelp: string | null;
    };
