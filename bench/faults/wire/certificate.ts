import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** A certificate and its key, as `node:https` takes them. */
export interface Certificate {
  key: string;
  cert: string;
}

/** One element of DER (ITU-T X.690): its tag, its length, and what is in it. */
function der(tag: number, ...content: Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const OBJECT_ID = 0x06;
const UTF8_STRING = 0x0c;
const UTC_TIME = 0x17;
const VERSION_3 = Buffer.from('a003020102', 'hex');

const id = (hex: string): Buffer => der(OBJECT_ID, Buffer.from(hex, 'hex'));
const COMMON_NAME = id('550403');
const SUBJECT_ALTERNATIVE_NAME = id('551d11');
const ECDSA_WITH_SHA256 = der(SEQUENCE, id('2a8648ce3d040302'));
/** A name of a host among the alternative names of a subject. */
const DNS_NAME = 0x82;
const EXTENSIONS = 0xa3;

const nameOf = (host: string): Buffer =>
  der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8_STRING, Buffer.from(host)))));

const utcTime = (at: Date): Buffer =>
  der(UTC_TIME, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));

function bytesToSign(publicKey: KeyObject, host: string, from: Date, until: Date): Buffer {
  const alternative = der(SEQUENCE, der(DNS_NAME, Buffer.from(host)));
  return der(
    SEQUENCE,
    VERSION_3,
    der(INTEGER, Buffer.from([1]), randomBytes(8)),
    ECDSA_WITH_SHA256,
    nameOf(host),
    der(SEQUENCE, utcTime(from), utcTime(until)),
    nameOf(host),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(EXTENSIONS, der(SEQUENCE, der(SEQUENCE, SUBJECT_ALTERNATIVE_NAME, der(OCTET_STRING, alternative)))),
  );
}

/** Makes a certificate that nobody but its own key has signed (RFC 5280). */
export function selfSigned(host: string, from: Date, until: Date): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const toSign = bytesToSign(publicKey, host, from, until);
  const signature = sign('sha256', toSign, privateKey);
  const whole = der(SEQUENCE, toSign, ECDSA_WITH_SHA256, der(BIT_STRING, Buffer.from([0]), signature));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  };
}
