// What CUDA C texts may use beside the language. Local memory given as an argument: dpex_local<float> tile is a parameter that
// converts to float *.
template <class T> struct dpex_local {
    unsigned offset;
    __device__ T *get() const
    {
        extern __shared__ __align__(16) char dpex_local_memory[];
        return (T *)(dpex_local_memory + offset);
    }
    __device__ operator T *() const { return get(); }
    template <class U> __device__ explicit operator U *() const { return (U *)get(); }
    __device__ T &operator[](unsigned long long i) const { return get()[i]; }
};
