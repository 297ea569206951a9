export { GpuDevice } from './gpu-device.ts'
export { noDevice, openDevice } from './open-device.ts'
