import { useState } from "react";
import type { FileEncoding, ImportFormat } from "../../../../domain/files/formats.ts";
import type { DictionaryImport } from "../../../../domain/imports/schemas.ts";
import { type FileUpload, useFileUpload } from "../../../components/upload/useFileUpload.ts";
import { useApi } from "../../../providers/data/useApi.ts";

/** How to read the file; what is missing is recognised. */
export interface Reading {
  format?: ImportFormat | undefined;
  encoding?: FileEncoding | undefined;
}

export interface Upload extends Omit<FileUpload<DictionaryImport>, "read"> {
  reading: Reading;
  /** Reads a file as a dry run, or the same one in another way. */
  read(file: File, reading: Reading): Promise<void>;
}

export function useUpload(
  dictionaryId: number,
  onRead: (imported: DictionaryImport) => void,
): Upload {
  const { api } = useApi();
  const [reading, setReading] = useState<Reading>({});
  const upload = useFileUpload(onRead);
  return {
    ...upload,
    reading,
    read(file, how) {
      setReading(how);
      return upload.read(file, (sending) =>
        api("POST /dictionaries/{id}/imports", {
          id: dictionaryId,
          body: { file, ...how },
          ...sending,
        }),
      );
    },
    clear() {
      setReading({});
      upload.clear();
    },
  };
}
