import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

export interface Certificate {
  /** PEM, as `node:https` takes it. */
  readonly key: string;
  readonly cert: string;
}

const oid = {
  ecdsaWithSha256: "2a8648ce3d040302",
  commonName: "550403",
  subjectAltName: "551d11",
  basicConstraints: "551d13",
} as const;

/** A value in DER: its tag, its length, what is inside (X.690, section 8.1). */
export function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body]);
  const length = Buffer.from(
    body.length < 0x100 ? [body.length] : [body.length >> 8, body.length & 0xff],
  );
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, body]);
}

export const sequence = (...content: readonly Uint8Array[]): Buffer => der(0x30, ...content);
export const objectId = (hex: string): Buffer => der(0x06, Buffer.from(hex, "hex"));
export const text = (tag: number, value: string): Buffer => der(tag, Buffer.from(value));

export function time(date: Date): Buffer {
  return text(
    0x17,
    date
      .toISOString()
      .slice(2)
      .replace(/[-:T]|\.\d+/g, ""),
  );
}

interface Asked {
  readonly commonName: string;
  /** Who signs it; itself where nobody is named. */
  readonly by?: Certificate & { readonly commonName: string };
  /** It may sign others. */
  readonly isAuthority?: boolean;
}

const nameOf = (commonName: string): Buffer =>
  sequence(der(0x31, sequence(objectId(oid.commonName), text(0x0c, commonName))));

/** A certificate for `localhost`, good for a day (RFC 5280, section 4.1). */
export function issueCertificate({ commonName, by, isAuthority = false }: Asked): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = sequence(objectId(oid.ecdsaWithSha256));
  const now = Date.now();
  const hosts = sequence(text(0x82, "localhost"));
  const authority = sequence(der(0x01, Buffer.from([0xff])));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1]), randomBytes(8)),
    algorithm,
    nameOf(by?.commonName ?? commonName),
    sequence(time(new Date(now - 3_600_000)), time(new Date(now + 86_400_000))),
    nameOf(commonName),
    publicKey.export({ type: "spki", format: "der" }),
    der(
      0xa3,
      sequence(
        sequence(objectId(oid.subjectAltName), der(0x04, hosts)),
        ...(isAuthority ? [sequence(objectId(oid.basicConstraints), der(0x04, authority))] : []),
      ),
    ),
  );
  const signature = sign("sha256", body, by?.key ?? privateKey);
  const whole = sequence(body, algorithm, der(0x03, Buffer.from([0]), signature));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${whole.toString("base64")}\n-----END CERTIFICATE-----\n`,
  };
}

/** A certificate for `localhost`, signed by itself. */
export function selfSigned(): Certificate {
  return issueCertificate({ commonName: "localhost" });
}
