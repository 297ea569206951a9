import { entries } from '../../bytes/stored-value.ts'
import type { Hdf5Bytes } from './bytes.ts'
import { type DatasetValue, decodeElements, describeHdf5Dataset, readHdf5Dataset } from './dataset.ts'
import { type Hdf5Type, readDataspace, readDatatype } from './datatype.ts'
import { readLinks } from './group.ts'
import { type Message, messageTypes, readMessages } from './messages.ts'
import type { Hdf5Part } from './storage.ts'

/** What makes an object a group. */
const groupMessages: number[] = [messageTypes.symbolTable, messageTypes.linkInfo, messageTypes.link]

/** A group or a dataset of an HDF5 file, read when asked. */
export class Hdf5Object {
  readonly file: Hdf5Bytes
  readonly address: number
  private readonly messages: Message[]
  private links?: Map<string, number>

  private constructor(file: Hdf5Bytes, address: number, messages: Message[]) {
    this.file = file
    this.address = address
    this.messages = messages
  }

  static async at(file: Hdf5Bytes, address: number): Promise<Hdf5Object> {
    return new Hdf5Object(file, address, await readMessages(file, address))
  }

  get isDataset(): boolean {
    return this.messages.some(({ type }) => type === messageTypes.layout)
  }

  get isGroup(): boolean {
    return this.messages.some(({ type }) => groupMessages.includes(type))
  }

  /** True for a datatype that has a name of its own. */
  get isDatatype(): boolean {
    const has = (wanted: number) => this.messages.some(({ type }) => type === wanted)
    return has(messageTypes.datatype) && !has(messageTypes.dataspace)
  }

  async names(): Promise<string[]> {
    this.links ??= await readLinks(this.file, this.messages)
    return [...this.links.keys()]
  }

  /** The object with this name, or undefined. */
  async child(name: string): Promise<Hdf5Object | undefined> {
    await this.names()
    const address = this.links!.get(name)
    return address === undefined ? undefined : Hdf5Object.at(this.file, address)
  }

  read(part?: Hdf5Part): Promise<DatasetValue> {
    return readHdf5Dataset(this.file, this.messages, part)
  }

  /** Lengths and type of a dataset's elements; nothing of them is read. */
  describe(): { shape: number[]; type: Hdf5Type } {
    const { space, type } = describeHdf5Dataset(this.file, this.messages)
    return { shape: space.shape, type }
  }

  /** The values of an attribute, or undefined when there is none. */
  async attribute(name: string): Promise<DatasetValue | undefined> {
    for (const { type, body } of this.messages) {
      if (type !== messageTypes.attribute) continue
      const fields = this.file.reader(body)
      const version = fields.u8()
      fields.skip(1)
      const sizes = [fields.u16(), fields.u16(), fields.u16()]
      if (version === 3) fields.skip(1)
      const padded = (size: number) => (version === 1 ? Math.ceil(size / 8) * 8 : size)
      if (fields.text(Math.min(padded(sizes[0]), fields.left)) !== name) continue
      const datatype = readDatatype(this.file.reader(fields.take(padded(sizes[1]))))
      const { shape } = readDataspace(this.file.reader(fields.take(padded(sizes[2]))))
      const length = entries(shape) * datatype.size
      return decodeElements(this.file, fields.take(length), shape, datatype)
    }
    return undefined
  }

  /** The text of an attribute, or an empty one. */
  async text(name: string): Promise<string> {
    const value = await this.attribute(name)
    return value?.type === 'text' ? (value.values[0] ?? '') : ''
  }
}
